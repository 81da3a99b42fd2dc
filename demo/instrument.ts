import type { Category, Condition } from '#contract/constants.ts';
import type { ProductStatus } from '#contract/states.ts';

/** An instrument of the demo catalogue. Times count back from the day on which the catalogue is put in. */
export interface DemoInstrument {
  key: string;
  /** Key of the person who sells it. */
  seller: string;
  name: string;
  /** In dollars, as a seller types it. */
  price: number;
  originalPrice?: number;
  /** Absent where the seller chose none. */
  category?: Category;
  condition: Condition;
  phone: string;
  location: string;
  /** Paragraphs stand apart by an empty line. */
  description: string;
  /** Year of purchase. */
  year: number;
  /** File name in `demo/pictures`. */
  picture: string;
  /** Further pictures of it, in the same folder. */
  furtherPictures?: readonly string[];
  listedDaysAgo: number;
  status: ProductStatus;
  /** Key of the buyer who paid for it; present exactly when it is sold. */
  soldTo?: string;
}

/** A description of several paragraphs. */
export function paragraphs(...texts: string[]): string {
  return texts.join('\n\n');
}
