export { BookingIsland } from './booking-island.tsx';
export { changeDraftId, ManagedBooking, type Refusal } from './managed-booking.tsx';
