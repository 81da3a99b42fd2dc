import { type DemoInstrument, paragraphs } from '../instrument.ts';
import { sellerLocations } from '../seller-locations.ts';

/** Cello, viola and a small violin; the full-size violins are with the other strings. */
export const bowed: readonly DemoInstrument[] = [
  {
    key: 'cello',
    ...sellerLocations.quiroga.sanTelmo,
    name: 'Violonchelo 4/4 del taller Hermanos Alvear, barniz rojizo',
    price: 2_400,
    originalPrice: 3_900,
    priceBefore: 2_600,
    category: 'String',
    condition: 'Good',
    description: paragraphs(
      'Me acompañó en la orquesta juvenil y en el conservatorio, y ahora merece a alguien que lo toque todos los días.',
      'Tapa de abeto, fondo de arce en dos piezas y un barniz rojizo que se gastó donde lo abrazaron las rodillas. Tiene una grieta pegada en la faja del lado de los graves, vieja y firme; las costuras están cerradas y el mástil no se ha movido. Alma y puente son del año pasado. La pica resbala si no se aprieta bien el tornillo.',
      'Se vende sin arco y sin estuche. Solo retiro en mano: un violonchelo no viaja por correo.',
    ),
    year: 2009,
    picture: 'cello.webp',
    furtherPictures: ['cello-2.webp'],
    listedDaysAgo: 46,
    status: 'available',
  },
  {
    key: 'viola',
    ...sellerLocations.okonkwo.peckham,
    name: 'Viola, 41 cm, one-piece back, between the wars',
    price: 780,
    sentFor: 30,
    category: 'String',
    condition: 'Good',
    description:
      'A trade instrument with better wood than it needed. We reglued a seam at the lower bout and cut a new bridge; the crack beside the bass f-hole was cleated long before us and has stayed quiet. Somebody touched up the varnish at the shoulder, and you can see where. Fine tuner on the A only. No bow, no case: that keeps the price where it is.',
    year: 2019,
    picture: 'viola.webp',
    furtherPictures: ['viola-2.webp', 'viola-3.webp'],
    listedDaysAgo: 57,
    status: 'available',
  },
  {
    key: 'small-violin',
    ...sellerLocations.seller.guillotiere,
    name: 'Violon 3/4 d’étude, réglé, avec archet et étui',
    price: 165,
    originalPrice: 290,
    sentFor: 18,
    category: 'String',
    condition: 'Fair',
    description:
      'Ma nièce l’a joué de huit à onze ans, avec plus de courage que de patience. Ni fente ni couture ouverte ; âme et chevalet réglés à la rentrée, quatre tendeurs fins. La cheville du la glisse par temps sec, et le vernis est rayé autour de la mentonnière. L’archet a perdu une partie de sa mèche.',
    year: 2018,
    picture: 'small-violin.webp',
    furtherPictures: ['small-violin-2.webp'],
    listedDaysAgo: 68,
    status: 'available',
  },
];
