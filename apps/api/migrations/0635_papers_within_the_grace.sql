-- Papers that the clock handed in and that are marked when late answers count no more.
create index exam_paper_unmarked on exam_paper (deadline) where status = '2' and score is null and is_deleted = 0;
