-- What instruments were sold for is looked up by the same lexemes as what is on sale (server/features/search/similar-prices.ts).
create index if not exists "products_sold_by_search" on "products" using gin ("search_lexemes") with (fastupdate = off)
  where "status" = 'sold';
