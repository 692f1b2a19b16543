import { defaults } from '#features/settings/server/defaults.ts';

// Most tests count the mails to the mentor, so the automatic answer is off unless a test switches
// it on.
defaults.texts.mails.received.isSent = false;
