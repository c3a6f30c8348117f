-- When somebody last showed, in this session, that they know the password; a new one may then be chosen without it.
alter table login_session add column password_shown_time timestamptz;
