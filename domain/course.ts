/** A course that was added in the admin, as the public sees it. */
export interface Course {
  id: string;
  title: string;
  /** As the mentor wrote it, such as `R1500`. */
  price: string;
  description: string | null;
  features: string[];
}
