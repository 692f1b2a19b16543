export { createContactPhp } from './contact-php-resource.ts';
export { createSubmissionServices } from './create-submission-services.ts';
export { type Journal, openJournal } from './journal/journal.ts';
export type { PendingSubmission } from './journal/records.ts';
export { createReplayer, type Replayer, type ReplayPause } from './journal/replayer.ts';
export { replaySubmission } from './replay-submission.ts';
export type { SubmissionDeps } from './submission-deps.ts';
