import { BookingIsland } from '#app/features/booking/booking-island.tsx';
import { hydrateIsland } from '#app/features/shell/hydrate-island.tsx';

hydrateIsland(BookingIsland);
