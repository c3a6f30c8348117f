-- Batches of imports in the order of their length (docs/decisions/0236-orders-have-an-index.md).
create index import_batch_by_rows on import_batch (rows, id) where is_deleted = 0;
