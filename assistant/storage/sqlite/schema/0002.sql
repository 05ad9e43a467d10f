-- Vectors of one embedder are nearly all there are: an index that finds them only cost a page a write.
DROP INDEX fact_vectors_by_embedder;
DROP INDEX segment_vectors_by_embedder;
