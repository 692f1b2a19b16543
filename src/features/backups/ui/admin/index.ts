export { BackupNotice } from './backup-notice.tsx';
