-- Full-time at one institution at a time is held by the hires (teacher_hire_full_time), which have their days. A duty has none, and one whose hire had ended
-- kept the next institution from filing the teacher.
drop index organisation_teacher_full_time;
