export { BackupNotice } from './admin/backup-notice.tsx';
