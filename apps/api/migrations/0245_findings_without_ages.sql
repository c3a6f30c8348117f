-- A check that was passed says that the age is in range, and no longer which age it was: with the first day of one class after another it told the birthday.
update finding set actual_value = '在范围内', actual_value_en = 'In range' where rule_code = 'AT17' and is_pass = '1';
