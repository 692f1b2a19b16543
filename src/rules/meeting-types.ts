/** How a session can take place. */
export const meetingTypes = [
  'Microsoft Teams',
  'WhatsApp Video Call',
  'Zoom',
  'Google Meet',
] as const;

/** The meeting type that is a call to a phone number. */
export const phoneMeetingType = 'WhatsApp Video Call';
