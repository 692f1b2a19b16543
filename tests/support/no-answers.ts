import { defaults } from '#features/settings/server/defaults.ts';
import { dropSampleBank } from './sample-bank.ts';

// Most tests count the mails to the mentor. Those of the automatic answer and of orders switch them on.
defaults.texts.mails.received.isSent = false;
dropSampleBank();
