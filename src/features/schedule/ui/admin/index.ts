export { BookingsTab } from './bookings-tab.tsx';
