-- Two counties became cities in 2023, under new codes; their towns moved with them. The seed adds the new rows; nobody chooses the old ones any more.
update region set is_valid = 'unValid', update_time = now()
where (code like '540422%' or code like '540530%') and update_user = 0 and is_deleted = 0;
