CREATE TABLE "shop_currency" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"code" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_currency_one_row" CHECK ("shop_currency"."is_only"),
	CONSTRAINT "shop_currency_code" CHECK ("shop_currency"."code" ~ '^[A-Z]{3}$')
);
