/** What filling needs of a form of antd. */
export interface FilledForm {
  getFieldValue: (name: string) => unknown;
  setFieldsValue: (values: Record<string, unknown>) => void;
}

/**
 * Fills a form with what is found for a choice in it, unless another choice was made meanwhile, or what would be filled was changed by hand.
 * @param choice the field of the choice
 * @param filled the field that is filled; `getValues` may name others that follow from it
 */
export async function fillForm<A>(
  form: FilledForm,
  choice: string,
  filled: string,
  find: () => Promise<A>,
  getValues: (answer: A) => Record<string, unknown>,
): Promise<void> {
  const read = () => [form.getFieldValue(choice), form.getFieldValue(filled)];
  const before = read();
  const answer = await find();
  if (read().every((value, i) => value === before[i])) form.setFieldsValue(getValues(answer));
}
