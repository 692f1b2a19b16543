import type { BackupConfig } from '#server/config.ts';
import { openBucketPlace } from './bucket-place.ts';
import { openFolderPlace } from './folder-place.ts';
import type { BackupPlace } from './place.ts';

/** Opens the place that BACKUP_* names. Connects to nothing yet. */
export const openBackupPlace = ({
  directory,
  objectStorage,
}: Pick<BackupConfig, 'directory' | 'objectStorage'>): BackupPlace =>
  objectStorage ? openBucketPlace(objectStorage) : openFolderPlace(directory);
