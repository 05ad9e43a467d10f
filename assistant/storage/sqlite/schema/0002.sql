-- Vectors of one embedder are nearly all there are: an index that finds them only cost a page a write.
DROP INDEX fact_vectors_by_embedder;
DROP INDEX segment_vectors_by_embedder;
-- How many facts live is told by their full-text index, which holds no others.
DROP INDEX live_fact_ids;
