ALTER TABLE "fulfilments" ADD COLUMN "traced_by_buyer_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "traced_by_seller_at" timestamp with time zone;