-- Certificates by a part of their number and engagements by a part of the course: all of them were read (docs/decisions/0052-long-lists.md).
create index certificate_number_part on certificate using gin (grams(cert_no));
create index teacher_engagement_course on teacher_engagement using gin (grams(course_name));
