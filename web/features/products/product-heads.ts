import { shopZones, zoneName } from '#contract/delivery/shop-zones.ts';
import { messages } from '#contract/messages.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import {
  categoryName,
  findCategory,
  shownCategoryName,
} from '#contract/products/shop-categories.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { t } from '#contract/text.ts';
import { categoryLink, kindLink, makerLink } from '../../routing/browse-links.ts';
import { absolute, breadcrumbList, type Head, pageAddress } from '../../routing/head.ts';
import { stepOf } from '../../ui/choice-of.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { formatMoney } from '../../ui/format.ts';
import { saidFacts } from '../instruments/kind-texts.ts';
import type { ShownKind } from '../instruments/queries.ts';

/** About the length of a description that search engines show. */
const excerptLength = 155;

/** The head of a product page, with schema.org Product and Offer. */
export function productHead(product: SingleProduct, origin = '', kind?: ShownKind): Head {
  return {
    title: product.name,
    description: descriptionOf(product),
    path: paths.product(product._id),
    ...(import.meta.env.SSR && {
      forPrograms: {
        kind: 'product',
        picture: {
          address: product.image,
          alt: product.name,
          ...(product.picture && { width: product.picture.width, height: product.picture.height }),
        },
        statements: [
          productStatement(product, origin, kind),
          breadcrumbList(trailOf(product, kind), origin),
        ],
      },
    }),
  };
}

/** The head of the page of a listing that is off sale: programs are told that it is not there. */
export function goneHead(): Head {
  return {
    title: t`No longer on sale`,
    description: t`This instrument is no longer on sale.`,
    path: null,
    isIndexed: false,
    status: 404,
  };
}

/** The head of the edit page, without the product's name until it has loaded. */
export function editHead(id: string, product: SingleProduct | undefined): Head {
  const { name } = product ?? {};
  const shop = currentShop().name;
  return {
    title: name === undefined ? t`Edit the listing` : t`Edit ${name}`,
    description: t`Edit one of your listings at ${shop}.`,
    path: paths.editProduct(id),
  };
}

/** The head of a category page. The page needs a sign-in, so it is not indexed. */
export function categoryHead(name: string | undefined): Head {
  const category = findCategory(name);
  const shop = currentShop().name;
  if (category === undefined) {
    return {
      title: t`No such category`,
      description: t`${shop} has no category of that name.`,
      path: null,
      isIndexed: false,
    };
  }
  const shownName = categoryName(category);
  return {
    title: messages.category.title(shownName),
    description: t`Second-hand instruments on sale at ${shop}: everything in ${shownName}, newest first.`,
    path: paths.category(category),
    isIndexed: false,
  };
}

function productStatement(
  product: SingleProduct,
  origin: string,
  kind: ShownKind | undefined,
): object {
  const address = pageAddress(paths.product(product._id), origin);
  const { code, digits } = shopCurrency();
  const { brand, model, made, category, language } = product;
  const facts = kind ? saidFacts(kind, product.facts) : [];
  return {
    '@type': 'Product',
    '@id': address,
    sku: product._id,
    name: product.name,
    description: product.description,
    image: product.images.map((image) => absolute(image, origin)),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(model && { model }),
    ...(made?.sure === 'exact' && { productionDate: String(made.year) }),
    ...(category && { category: categoryName(category) }),
    ...(language && { inLanguage: language }),
    ...(facts.length > 0 && {
      additionalProperty: facts.map(([name, value]) => ({
        '@type': 'PropertyValue',
        name: name.text,
        value: value.text,
      })),
    }),
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      '@type': 'Offer',
      url: address,
      price: product.price.toFixed(digits),
      priceCurrency: code,
      availability: `https://schema.org/${availabilityOf(product)}`,
      itemCondition: 'https://schema.org/UsedCondition',
      seller: {
        '@type': 'Person',
        name: product.sellerName,
        address: { '@type': 'PostalAddress', addressLocality: product.location },
      },
      ...shippingOf(product),
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: product.withdrawalDays ?? daysToReturn(),
      },
    },
  };
}

/** What sending it costs, in the zones of the shop, without the countries to which its materials keep it from being sent. */
function shippingOf({ delivery }: SingleProduct) {
  const { code, digits } = shopCurrency();
  const details = shopZones().flatMap((zone) => {
    const cost = delivery?.shipping?.[zone.id];
    if (cost === undefined) return [];
    const closed = delivery?.closed?.[zone.id]?.countries ?? [];
    const open = zone.countries?.filter((country) => !closed.includes(country));
    return {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: cost.toFixed(digits), currency: code },
      shippingDestination: {
        '@type': 'DefinedRegion',
        name: zoneName(zone),
        ...(open && { addressCountry: open }),
      },
      ...(zone.days && {
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          transitTime: {
            '@type': 'QuantitativeValue',
            minValue: zone.days.from,
            maxValue: zone.days.to,
            unitCode: 'DAY',
          },
        },
      }),
    };
  });
  return details.length > 0 ? { shippingDetails: details } : {};
}

function availabilityOf({ status, heldUntil }: SingleProduct): string {
  if (status === 'sold') return 'SoldOut';
  return heldUntil === null ? 'InStock' : 'OutOfStock';
}

/** The steps from the home page to a product: its category, its kind, and its maker where that is one that is known. */
export function trailOf(
  { _id, name, category, brand, makerId }: SingleProduct,
  kind: Pick<ShownKind, 'id' | 'name' | 'languages'> | undefined,
) {
  const maker = kind && brand && makerId ? { name: brand, id: makerId } : undefined;
  return [
    { name: t`Home`, path: paths.home() },
    ...(category ? [stepOf(shownCategoryName(category), categoryLink(category))] : []),
    ...(kind ? [stepOf(repliedText(kind, 'name'), kindLink(kind.id))] : []),
    ...(kind && maker ? [{ name: maker.name, path: makerLink(kind.id, maker) }] : []),
    { name, path: paths.product(_id) },
  ];
}

function descriptionOf({ price, year, location, description, status, ...product }: SingleProduct) {
  const condition = conditionNames[product.condition];
  const offer = status === 'sold' ? messages.product.sold : formatMoney(price);
  const text =
    t`${offer}. ${condition} condition, bought in ${year}, in ${location}. ${description}`
      .replace(/\s+/g, ' ')
      .trim();
  if (text.length <= excerptLength) return text;
  // Cut at a word boundary, which never splits an emoji.
  return `${text.slice(0, excerptLength).replace(/\s\S*$/, '')}…`;
}
