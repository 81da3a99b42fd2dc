CREATE TABLE "product_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price_before_cents" integer,
	"booking_id" uuid,
	"spread_to" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_news_kind_known" CHECK ("product_news"."kind" in ('cheaper', 'free'))
);
--> statement-breakpoint
CREATE TABLE "wishlist_news" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price_before_cents" integer,
	"told_price_cents" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_news_user_id_product_id_kind_pk" PRIMARY KEY("user_id","product_id","kind"),
	CONSTRAINT "wishlist_news_kind_known" CHECK ("wishlist_news"."kind" in ('cheaper', 'free'))
);
--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD COLUMN "known_price_cents" integer;--> statement-breakpoint
ALTER TABLE "product_news" ADD CONSTRAINT "product_news_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_news" ADD CONSTRAINT "product_news_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD CONSTRAINT "wishlist_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD CONSTRAINT "wishlist_news_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;