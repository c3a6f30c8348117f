-- As in 0161: totals of text messages by their state or kind are read from an index alone.
alter table sms_message set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
