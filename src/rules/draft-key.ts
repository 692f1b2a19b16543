/** The local storage key for the draft of a form. */
export const draftKey = (formId: string) => `draft:${formId}`;
