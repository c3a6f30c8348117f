-- The last day on which each daily reminder ran: a start makes up for a run that was missed, and nobody is told twice on a day.
create table reminder_day (
  name varchar(60) primary key,
  day date not null
);
