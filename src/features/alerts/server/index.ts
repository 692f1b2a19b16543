export { createAlerts } from './create-alerts.ts';
export type { AlertDeps } from './find-problems.ts';
export { sendAlert } from './tell-mentor.ts';
