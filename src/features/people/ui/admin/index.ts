export { PeoplePanel } from './people-panel.tsx';
export { PersonRequests } from './person-requests.tsx';
