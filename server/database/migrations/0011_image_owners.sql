ALTER TABLE "images" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_by_owner" ON "images" USING btree ("owner_id","created_at");