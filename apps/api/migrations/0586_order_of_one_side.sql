-- The classes of one side in the order of their list: pages far back would otherwise skip the rows of the other side one by one.
create index training_class_order_of_side on training_class (side, (status = 'unConfirm') desc, start_date desc, id desc) where is_deleted = 0;
