import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/',
  plugins: [react()],
  // The SM library asks for Node's module where a browser has none; the browser's own is meant.
  resolve: { alias: { crypto: fileURLToPath(new URL('src/core/browser-crypto.ts', import.meta.url)) } },
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` } } },
  build: { target: 'es2023', outDir: 'dist', sourcemap: false, reportCompressedSize: false },
})
