-- Orders that lists of a million rows offer, each by an index. Notices by their readers have none: it would be written at every reading.
create index app_user_by_account on app_user (account, id);
create index sign_in_by_account on sign_in (account, id);
create index notice_by_time on notice (publish_time, id) where is_deleted = 0;
create index notice_by_title on notice (title, id) where is_deleted = 0;
