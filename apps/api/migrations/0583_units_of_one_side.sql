-- The own lists of enterprises are counted in an index alone: the views ask for the side, which no index of units had.
create index training_class_unit on training_class (org_id, side) where is_deleted = 0;
create index student_unit on student (org_id, side) where is_deleted = 0;
