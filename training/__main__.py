"""Trains one head: python -m training NAME [--write] [options of the head]

    domains     of what domain a fact is (needs torch)       data/signals/domains.npz
    kinds       what a clause says, by its words (torch)     data/signals/kinds*.npz
    language    which language a few words are in            data/signals/letters.json
    lasting     whether an answer may be given again (torch) data/dedup/lasting.npz
    matching    what an embedder tells of two sentences      data/plan/*.npz
    questions   which facts answer a question (torch)        data/reader/questions.npz
    reader      which facts a message means (needs torch)    data/reader/reader.npz
    recall      which facts bear on a question               data/recall/lens-*
    relation    what a statement is to a fact (needs torch)  data/plan/relation_words*.npz
    requests    whether a message asks something of memory   data/signals/requests-*.npz
    requests_network  … by its words (needs torch)         data/signals/requests.npz
    same        a question asked again (needs torch)         data/dedup/same.npz
    sentiment   how news are read                            assistant/packs/trading/news/sentiment.npz
    several     whether several facts are asked for          data/reader/reader.npz
    signals     what kind of thing a clause says             data/signals/head.npz
    together    … word by word beside each other (torch)     data/reader/together.npz
    topics      whether a message opens another subject      data/topics/head.npz
    topics_network  … where that is not sure (needs torch)   data/topics/network.npz

Without --write nothing is changed: what is told is how the head does on what it did not learn from.
Every seed is fixed. Weights are arrays in ``.npz``, without pickles; tables that a person may read
are JSON. ``training/cards/`` has a page for each head.
"""

from __future__ import annotations

import sys
from importlib import import_module

HEADS = {
    "domains": "training.domains",
    "kinds": "training.kinds",
    "language": "training.language",
    "lasting": "training.lasting",
    "matching": "training.matching",
    "questions": "training.reader.questions",
    "reader": "training.reader.learning",
    "recall": "training.recall.relevance",
    "relation": "training.relation",
    "requests": "training.requests",
    "requests_network": "training.requests_network",
    "same": "training.same",
    "sentiment": "training.sentiment",
    "several": "training.reader.several",
    "signals": "training.signals",
    "together": "training.reader.together",
    "topics": "training.topics.head",
    "topics_network": "training.topics.network",
}


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in HEADS:
        print(__doc__, file=sys.stderr)
        return 2
    import_module(HEADS[arguments[0]]).main(arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
