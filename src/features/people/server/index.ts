export { followErasures } from './apply-erasures.ts';
export { createPeopleServices } from './create-people-services.ts';
export { keepRetention } from './keep-retention.ts';
export { requestMailPayload } from './mail-payload.ts';
export { createPeople } from './people-resource.ts';
export type { LinkedRequest } from './person-requests.ts';
export { listLeadsOf } from './queries/people.ts';
export { sweepRequests } from './queries/person-requests.ts';
export { sendRequestMail, sendRequestNotice } from './request-mails.ts';
