import type { ProductStatus } from '#contract/bookings/states.ts';
import type { Category, Condition } from '#contract/constants.ts';

/** An instrument of the demo catalogue. Days count back from the day on which the database is seeded. */
export interface DemoInstrument {
  key: string;
  /** Key of the seller in `demoPeople`. */
  seller: string;
  name: string;
  /** In dollars, as in the form. A shop in another currency gets it converted and rounded. */
  price: number;
  originalPrice?: number;
  /** What it cost until its seller lowered the price a few days ago. */
  priceBefore?: number;
  /** What sending it costs to every zone of the shop, in dollars too; 0 is free. Without it the buyer fetches it. */
  sentFor?: number;
  /** Absent where the seller chose none. */
  category?: Category;
  condition: Condition;
  phone: string;
  location: string;
  /** An empty line separates paragraphs. */
  description: string;
  /** Year of purchase. */
  year: number;
  /** File name in `demo/pictures`. */
  picture: string;
  /** File names in the same folder. */
  furtherPictures?: readonly string[];
  listedDaysAgo: number;
  status: ProductStatus;
  /** Key of the buyer in `demoPeople`; set exactly when it is sold. */
  soldTo?: string;
  /** The carrier of one that was sold a few days ago and is on its way; without it, what is sold was handed over. */
  sentBy?: string;
  /** It was sent so many hours after the payment, for `sentFor`; without it, it was handed over. */
  sentAfterHours?: number;
  /** What the buyer wrote a week after the sale. The seller wrote too, so that it is published. */
  review?: DemoReview;
}

interface DemoReview {
  rating: number;
  text?: string;
  /** What the seller answered. */
  reply?: string;
}

export function paragraphs(...texts: string[]): string {
  return texts.join('\n\n');
}
