export { AdminForm, useAdminForm } from './admin-form.tsx';
export {
  type AdminApi,
  type AdminSession,
  AdminSessionContext,
  createClients,
  useAdminSession,
} from './admin-session.ts';
export { Agreement, OriginNote } from './agreement.tsx';
export { ConflictPanel, type EditedRecord } from './conflict-panel.tsx';
export { type Deletion, DeletionsContext, useDeletions } from './deletions.ts';
export { Day, Time, useMentorClock } from './mentor-clock.tsx';
export { Notice } from './notice.tsx';
export {
  codeOf,
  createQueryClient,
  messageOf,
  pauseBeforeRetry,
  statusOf,
} from './query-client.ts';
export {
  CardButton,
  CardLink,
  CardPageLink,
  ChoiceLinks,
  CsvLink,
  cardActionClass,
  editLinkId,
  RecordCard,
  type RecordCardProps,
  toSearch,
  WhatsAppLink,
} from './record-card.tsx';
export {
  EmptyBox,
  FailedNotice,
  ListSkeleton,
  Loaded,
  RecordList,
  type RecordListProps,
  useFocusAfterRemoval,
} from './record-list.tsx';
export { useChange, useRead } from './requests.ts';
export {
  capitalise,
  type RecordsOptions,
  type RowOf,
  type Table,
  useList,
  useRecords,
} from './use-records.ts';
export { useTabPath } from './use-tab-path.ts';
