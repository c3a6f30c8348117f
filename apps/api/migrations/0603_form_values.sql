-- What lists show of the forms of processes, and are searched by.

-- The fields that the newest version of each process marks: three at most, by their place.
create table flow_list_field (
  process_definition_key varchar(60) not null,
  name varchar(60) not null,
  place smallint not null check (place between 1 and 3),
  label varchar(100) not null,
  kind varchar(10) not null check (kind in ('text', 'number', 'money', 'date', 'choice', 'yesNo')),
  choices jsonb not null,
  primary key (process_definition_key, name)
);

-- What stands in them, written in the transaction of the step that changes it. A million processes have three million rows: each search has
-- an index that begins with the process and the field, and a list reads those of its page by their key.
create table flow_form_value (
  instance_id bigint not null references flow_instance (id),
  name varchar(60) not null,
  process_definition_key varchar(60) not null,
  kind varchar(10) not null check (kind in ('text', 'number', 'money', 'date', 'choice', 'yesNo')),
  text_value varchar(200),
  number_value numeric,
  primary key (instance_id, name),
  constraint flow_form_value_one check ((text_value is null) <> (number_value is null))
);
create index flow_form_value_text on flow_form_value (process_definition_key, name, text_value, instance_id) where text_value is not null;
create index flow_form_value_number on flow_form_value (process_definition_key, name, number_value, instance_id) where number_value is not null;
create index flow_form_value_part on flow_form_value using gin (grams(text_value)) where kind = 'text';
