import { BookingIsland } from '#features/booking/ui/booking-island.tsx';
import { hydrateIsland } from '#features/shell/ui/hydrate-island.tsx';
import { whenRead } from './when-read.ts';

whenRead(() => hydrateIsland(BookingIsland));
