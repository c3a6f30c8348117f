import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/',
  plugins: [react()],
  server: { proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` } } },
  build: { target: 'es2023', outDir: 'dist', sourcemap: false, reportCompressedSize: false },
})
