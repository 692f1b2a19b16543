export { createBackups } from './backups-resource.ts';
export { type BackupServices, createBackupServices } from './create-backup-services.ts';
export { hasBackupElsewhere } from './queries/backups.ts';
export { runBackupProcess } from './run-backup-process.ts';
