import { BookingIsland } from '#features/booking/ui/booking-island.tsx';
import { hydrateIsland } from '#features/shell/ui/index.ts';

hydrateIsland(BookingIsland);
