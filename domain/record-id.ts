/** Whether a text is the id of a record, a UUID: what is none cannot be asked of the database. */
export const isRecordId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
