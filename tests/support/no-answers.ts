import { defaults } from '#features/settings/server/defaults.ts';

// Most tests count the mails to the mentor. Those of the automatic answer switch it on.
defaults.texts.mails.received.isSent = false;
