import { type DemoInstrument, paragraphs } from '../instrument.ts';
import { sellerLocations } from '../seller-locations.ts';

/** Bass, left-handed and steel-string guitars, and what they are plugged into; more guitars are with the other strings. */
export const guitars: readonly DemoInstrument[] = [
  {
    key: 'calloway-bass',
    ...sellerLocations.baptiste.bywater,
    name: 'Calloway Delta Bass, cream, tortoiseshell guard',
    price: 690,
    originalPrice: 980,
    sentFor: 60,
    category: 'String',
    condition: 'Good',
    description: paragraphs(
      'Four strings, one split pickup, one volume, one tone: nothing to decide and nothing to hide behind.',
      'Flat-wounds that were on it when I got it and will outlive me. The neck is straight and the rod turns both ways. The tone knob crackles for the first quarter of its way, and the cream has chipped here and there along the edge. Gig bag with a zip that needs patience.',
    ),
    year: 2014,
    picture: 'calloway-bass.webp',
    furtherPictures: ['calloway-bass-2.webp'],
    listedDaysAgo: 48,
    status: 'available',
  },
  {
    key: 'valve-combo',
    ...sellerLocations.seller2.mollevangen,
    name: 'Fjellum Tjugo valve combo, 20 watts',
    price: 425,
    originalPrice: 899,
    category: 'String',
    condition: 'Fair',
    description: paragraphs(
      'Twenty watts that sound like a hundred in a kitchen.',
      'Two power valves and three small ones, all changed in 2024. The twelve-inch speaker is not the first one; that one tore in Gothenburg, and whoever changed it put this one in upside down. A tear in the covering on the right side, corners dull, and the reverb sings along when somebody stamps. The hum is low and honest. Seventeen kilos, fetched by you.',
    ),
    year: 2008,
    picture: 'valve-combo.webp',
    furtherPictures: ['valve-combo-2.webp'],
    listedDaysAgo: 62,
    status: 'available',
  },
  {
    key: 'fuzz-pedal',
    ...sellerLocations.seller2.sodermalm,
    name: 'Humla fuzz pedal',
    price: 85,
    originalPrice: 149,
    sentFor: 7,
    category: 'String',
    condition: 'Good',
    description:
      'A bumblebee in a box: two germanium transistors, three knobs. Paint worn off the edges by other people’s shoes, glue of an old velcro underneath. Nine volts, centre negative, no supply.',
    year: 2019,
    picture: 'fuzz-pedal.webp',
    furtherPictures: ['fuzz-pedal-2.webp'],
    listedDaysAgo: 51,
    status: 'available',
  },
];
