export { sendAlert } from './alert-mentor.ts';
export { createAlerts } from './create-alerts.ts';
export type { AlertDeps } from './find-problems.ts';
export { alertMailPayload } from './mail-payload.ts';
