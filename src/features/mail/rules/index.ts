export {
  checkDkim,
  checkDmarc,
  checkSpf,
  commonSelectors,
  dkimName,
  dmarcNames,
  findMechanism,
  type LookedUp,
  type SenderCheck,
  type SenderRecord,
  senderCheckQuery,
} from './sender-records.ts';
