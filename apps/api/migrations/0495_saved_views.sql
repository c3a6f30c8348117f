-- Views of lists that users keep: filters, order and columns under a name (docs/decisions/0264-saved-views.md).
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  list varchar(100) not null,
  name varchar(30) not null,
  query varchar(2000) not null default '',
  is_default boolean not null default false,
  constraint saved_view_name unique (user_id, list, name)
);
create unique index saved_view_default on saved_view (user_id, list) where is_default;
