export { type LeadToStore, leadMailPrefix, toLead } from '#features/leads/server/stored-lead.ts';
export { type Submission, submission, toPayload } from '#features/submissions/server/submission.ts';
export {
  deriveId,
  hasSameContent,
  nameToId,
  noticeKey,
  submissionKey,
} from '#rules/submission-keys.ts';
