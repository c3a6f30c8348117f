-- Parameters of papers and of apprenticeships, which are not built: nothing read them, so changing one did nothing.
update parameter set is_deleted = 1, update_time = now(), version = version + 1 where param_key in ('exam.multi.partial', 'subsidy.apprentice.advance.max') and is_deleted = 0;
