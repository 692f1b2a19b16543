export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether an element is a control that a user fills in. */
export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file');

/** Whether a control is a checkbox or a radio button. */
export const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** Whether the user has changed a control since it was shown. */
export function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const shownFirst = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return control.value !== (shownFirst?.value ?? '');
  }
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
