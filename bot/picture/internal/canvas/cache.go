package canvas

import "sync"

// Cache keeps the values that were asked for last, from Keep to twice as many of them. It may be used by
// several at once. The zero Cache keeps nothing.
type Cache[K comparable, V any] struct {
	Keep       int
	mu         sync.Mutex
	young, old map[K]V
}

// Of is the value of a key, made where it is not kept. Two that ask for it at once may both make it.
func (c *Cache[K, V]) Of(key K, make func() V) V {
	if v, ok := c.find(key); ok {
		return v
	}
	v := make()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(key, v)
	return v
}

func (c *Cache[K, V]) find(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.young[key]; ok {
		return v, true
	}
	v, ok := c.old[key]
	if ok {
		c.add(key, v)
	}
	return v, ok
}

// add keeps a value; once the young are too many they are the old, and those are forgotten.
func (c *Cache[K, V]) add(key K, v V) {
	if len(c.young) >= c.Keep {
		c.old, c.young = c.young, nil
	}
	if c.young == nil {
		c.young = make(map[K]V)
	}
	c.young[key] = v
}
